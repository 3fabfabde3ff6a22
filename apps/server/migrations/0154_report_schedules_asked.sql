-- When somebody had a scheduled report sent beside its times: its readers get a mail each time.

-- stage: tables
ALTER TABLE report_schedules ADD COLUMN asked_time timestamptz;
