-- On which node a session was active last; empty for those from before that was kept.

-- stage: tables
ALTER TABLE sessions ADD COLUMN node text NOT NULL DEFAULT '';
