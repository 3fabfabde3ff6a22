-- What all nodes of an installation have in common, and the files that they share by the database.

-- stage: tables
-- One row, written at the first start and compared at every later one.
CREATE TABLE installation (
  id smallint NOT NULL DEFAULT 1,
  -- Keyed; says nothing of the secret.
  secret_fingerprint text NOT NULL,
  -- The mark that lies in the shared folder of files; null while files are kept in the database.
  files_mark text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT installation_pk PRIMARY KEY (id),
  CONSTRAINT installation_single CHECK (id = 1)
);

CREATE TABLE stored_files (
  name text COLLATE "C" NOT NULL,
  content_id text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT stored_files_pk PRIMARY KEY (name),
  CONSTRAINT stored_files_bytes_counted CHECK (bytes >= 0)
);

CREATE UNIQUE INDEX stored_files_content_unique ON stored_files (content_id);

-- Pieces come before the row of their file, which makes them one: without it they are what a cut upload left.
CREATE TABLE stored_file_pieces (
  content_id text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  content bytea NOT NULL,
  stored_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT stored_file_pieces_pk PRIMARY KEY (content_id, piece)
);

CREATE INDEX stored_file_pieces_stored_idx ON stored_file_pieces (stored_at);

-- Trying to compress costs more time than it saves room: workbooks are compressed already.
ALTER TABLE stored_file_pieces ALTER COLUMN content SET STORAGE EXTERNAL;
