-- By what an account could be told to be somebody's before it was changed: whoever has two accounts does not become two people
-- by giving one of them another e-mail. Written by the database, so that no way to change an account leaves it out.

-- stage: tables
CREATE TABLE user_former_marks (
  user_id bigint NOT NULL,
  -- The kind and the value, as they are compared: "email:robin@house.example".
  mark text NOT NULL,
  until_time timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT user_former_marks_pk PRIMARY KEY (user_id, mark)
);

-- With the owner's rights: the application itself cannot change what an account was told by.
CREATE FUNCTION keep_former_marks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO user_former_marks (user_id, mark)
  SELECT old.id, kind || ':' || lower(trim(before))
    FROM (VALUES ('email', old.email, new.email), ('phone', old.phone, new.phone), ('jobNum', old.job_num, new.job_num))
      AS marks (kind, before, after)
   WHERE before IS DISTINCT FROM after AND trim(before) <> ''
  ON CONFLICT (user_id, mark) DO UPDATE SET until_time = excluded.until_time;
  RETURN NULL;
END $$;

CREATE TRIGGER users_keep_former_marks AFTER UPDATE OF email, phone, job_num ON users
  FOR EACH ROW EXECUTE FUNCTION keep_former_marks();
