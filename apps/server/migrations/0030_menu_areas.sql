-- The directories of the menu are the areas that contract, server and console are divided into (ADR 0023). What an
-- administrator has renamed or moved stays as it is.

-- stage: seed
UPDATE menus SET code = areas.new, name = CASE WHEN menus.name = areas.old THEN areas.new ELSE menus.name END
FROM (VALUES ('trade', 'payments'), ('acquiring', 'gateways'), ('finance', 'funds'), ('platform', 'settings'),
             ('log', 'logs'), ('develop', 'operations')) AS areas (old, new)
WHERE menus.code = areas.old;

UPDATE menus SET title = '运维', titles = '{"en": "Operations", "zh-cn": "运维", "zh-tw": "維運"}'
WHERE code = 'operations' AND titles ->> 'en' = 'Developer';

UPDATE menus SET path = pages.new, pid = directories.id
FROM (VALUES ('sysRate', '/platform/rate', '/finance/rate', 'settings', 'funds'),
             ('businessDay', '/system/calendar', '/finance/calendar', 'system', 'funds'),
             ('sysOnlineUser', '/platform/onlineUser', '/system/onlineUser', 'settings', 'system'))
       AS pages (code, old, new, parent, area),
     menus AS parents, menus AS directories
WHERE menus.code = pages.code AND menus.path = pages.old AND parents.code = pages.parent AND menus.pid = parents.id
  AND directories.code = pages.area;
