-- Clearing the visit log takes two people, and what leaves is archived first.

-- stage: tables
CREATE TABLE visit_clearings (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  -- Visits up to here are to leave.
  up_to timestamptz(3) NOT NULL,
  rows bigint NOT NULL,
  ask_user_id bigint NOT NULL,
  ask_user_name text NOT NULL,
  ask_time timestamptz(3) NOT NULL,
  approve_user_id bigint,
  approve_user_name text,
  approve_time timestamptz(3),
  archive text,
  sha256 text,
  done_time timestamptz(3),
  CONSTRAINT visit_clearings_pk PRIMARY KEY (id),
  CONSTRAINT visit_clearings_two_people CHECK (approve_user_id <> ask_user_id),
  CONSTRAINT visit_clearings_done_whole CHECK (
    done_time IS NULL OR (approve_user_id IS NOT NULL AND archive IS NOT NULL AND sha256 IS NOT NULL)
  )
);

CREATE UNIQUE INDEX visit_clearings_waiting_idx ON visit_clearings (tenant_id) WHERE done_time IS NULL;
