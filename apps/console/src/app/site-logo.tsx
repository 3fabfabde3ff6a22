import { BrandMark } from "@countinghouse/ui/brand/brand-mark.tsx";
import { useState } from "react";
import { useSystemInfo } from "../platform/session/system-info.ts";

/** The installation's logo, or the product's where there is none or it does not load. */
export function SiteLogo({ size = 28 }: { readonly size?: number }) {
  const { sysLogo } = useSystemInfo();
  const [broken, setBroken] = useState("");
  if (!sysLogo || sysLogo === broken) return <BrandMark size={size} />;
  return <img src={sysLogo} alt="" height={size} onError={() => setBroken(sysLogo)} />;
}
