-- The nodes of the installation: who runs, how they are getting on, and what they answer one another (ADR 0059).

-- stage: tables
CREATE TABLE nodes (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  facts jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  stopped_at timestamptz(3),
  CONSTRAINT nodes_pk PRIMARY KEY (id),
  CONSTRAINT nodes_role_known CHECK (role IN ('all', 'api', 'worker'))
);

CREATE INDEX nodes_seen_idx ON nodes (seen_at DESC);

-- Answers of nodes to what another asked; they are gone once it has read them.
CREATE TABLE node_answers (
  ask_id text COLLATE "C" NOT NULL,
  node_id text COLLATE "C" NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT node_answers_pk PRIMARY KEY (ask_id, node_id)
);

-- How each node did, minute by minute, for a day.
CREATE TABLE node_samples (
  node_name text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Of the whole machine and of this process, in thousandths of all its processors.
  machine_cpu integer NOT NULL,
  process_cpu integer NOT NULL,
  memory_used bigint NOT NULL,
  memory_total bigint NOT NULL,
  rss bigint NOT NULL,
  disk_used bigint NOT NULL,
  disk_total bigint NOT NULL,
  -- Longest time in the minute that the process did nothing else, in ms.
  loop_delay integer NOT NULL,
  CONSTRAINT node_samples_pk PRIMARY KEY (node_name, at)
);

CREATE INDEX node_samples_time_idx ON node_samples (at);

-- How the database and the queues did, minute by minute, for a day.
CREATE TABLE database_samples (
  at timestamptz(3) NOT NULL,
  bytes bigint NOT NULL,
  connections integer NOT NULL,
  active integer NOT NULL,
  -- Transactions since the server's counters began.
  commits bigint NOT NULL,
  jobs_waiting integer NOT NULL,
  jobs_active integer NOT NULL,
  CONSTRAINT database_samples_pk PRIMARY KEY (at)
);
