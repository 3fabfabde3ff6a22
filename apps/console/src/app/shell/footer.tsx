import { useSystemInfo } from "../../platform/session/system-info.ts";
import { useSettings } from "../../platform/theme/settings.ts";

/** Footer below the page, inside its scroller. */
export function Footer() {
  const { sysCopyright, sysTitle, sysIcp, sysIcpUrl } = useSystemInfo();
  if (!useSettings((settings) => settings.isFooter)) return null;
  return (
    <footer className="foot">
      {sysCopyright || `© ${sysTitle}`}
      {sysIcp ? (
        <a href={sysIcpUrl || "https://beian.miit.gov.cn"} target="_blank" rel="noreferrer">
          {sysIcp}
        </a>
      ) : null}
    </footer>
  );
}
