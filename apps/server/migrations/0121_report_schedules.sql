-- Reports that are made again and again without anybody asking, each its maker's own.

-- stage: tables
CREATE TABLE report_schedules (
  id text COLLATE "C" NOT NULL,
  tenant_id bigint NOT NULL,
  -- In whose name it is made: with what they may see when it is made.
  user_id bigint NOT NULL,
  name text NOT NULL,
  report text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL,
  span text COLLATE "C" NOT NULL,
  group_by text COLLATE "C" NOT NULL,
  currency text COLLATE "C",
  merchant_id text COLLATE "C",
  format text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  cadence text COLLATE "C" NOT NULL,
  -- The day of the week (Monday is 1) or of the month; none where it is made every day.
  on_day integer,
  -- Hours and minutes on the clock of the zone.
  at_time text COLLATE "C" NOT NULL,
  recipients jsonb NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'enabled',
  next_time timestamptz(3) NOT NULL,
  last_time timestamptz(3),
  last_state text COLLATE "C",
  last_error text,
  version integer NOT NULL DEFAULT 1,
  create_time timestamptz(3) NOT NULL DEFAULT now(),
  create_user_id bigint,
  create_user_name text,
  update_time timestamptz(3),
  update_user_id bigint,
  update_user_name text,
  CONSTRAINT report_schedules_pk PRIMARY KEY (id),
  CONSTRAINT report_schedules_name_unique UNIQUE (user_id, name),
  CONSTRAINT report_schedules_report_known CHECK (report IN ('reportByGateway', 'reportByMerchant', 'reportByDomain')),
  CONSTRAINT report_schedules_mode_known CHECK (mode IN ('live', 'test')),
  CONSTRAINT report_schedules_span_known CHECK (span IN ('yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth')),
  CONSTRAINT report_schedules_group_known CHECK (
    group_by IN ('account', 'currency', 'day', 'domain', 'gateway', 'merchant', 'method', 'month', 'week')
  ),
  CONSTRAINT report_schedules_locale_known CHECK (locale IN ('en', 'zh-cn', 'zh-tw')),
  CONSTRAINT report_schedules_format_known CHECK (format IN ('csv', 'xlsx', 'pdf')),
  CONSTRAINT report_schedules_cadence_known CHECK (cadence IN ('daily', 'weekly', 'monthly')),
  CONSTRAINT report_schedules_day_of_cadence CHECK (
    CASE cadence WHEN 'daily' THEN on_day IS NULL WHEN 'weekly' THEN coalesce(on_day BETWEEN 1 AND 7, false)
      ELSE coalesce(on_day BETWEEN 1 AND 28, false) END
  ),
  CONSTRAINT report_schedules_time_shape CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT report_schedules_status_known CHECK (status IN ('enabled', 'disabled')),
  CONSTRAINT report_schedules_state_known CHECK (last_state IN ('sent', 'failed')),
  CONSTRAINT report_schedules_failed_why CHECK ((last_state = 'failed') IS NOT TRUE OR last_error IS NOT NULL)
);

CREATE INDEX report_schedules_due_idx ON report_schedules (next_time) WHERE status = 'enabled';
