import "@countinghouse/ui/tokens.css";
import "@countinghouse/ui/theme/base.css";
import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { Toaster, toast } from "@countinghouse/ui/feedback/toast.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { createQueryClient } from "../src/platform/api/query-client.ts";
import { switchLanguage } from "../src/platform/i18n/language.ts";
import { emptySession, session } from "../src/platform/session/session.ts";
import { useAntdTheme } from "../src/platform/theme/use-theme.ts";

// A test that wants another language switches to it before its page is shown.
switchLanguage("en");

/** Lets the user do everything with these resources, or only the operations named. */
export function signInFor(resources: readonly Resource[], operations?: readonly string[]): void {
  const permissions = resources.flatMap((resource) =>
    Object.keys(resource.operations)
      .filter((operation) => !operations || operations.includes(operation))
      .map((operation) => permissionOf(resource.name, operation)),
  );
  session.set({ ...emptySession, phase: "ready", permissions: new Set(permissions) });
}

/** The component kit as the console dresses it. */
const Kit = ({ children }: { readonly children: ReactNode }) => (
  <ConfigProvider theme={useAntdTheme()} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
    {children}
  </ConfigProvider>
);

/** Shows a page at an address as the shell would, in a box of a laptop's size. */
export async function renderPage(page: ReactNode, address = "/page") {
  document.documentElement.dataset.timeZone = "Asia/Shanghai";
  const frame = <div style={{ position: "fixed", inset: 0, overflow: "auto" }}>{page}</div>;
  const router = createMemoryRouter(
    [
      { path: "/page/*", element: frame },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Kit>
        <RouterProvider router={router} />
      </Kit>
      <Toaster />
    </QueryClientProvider>,
  );
  return { router, search: () => new URLSearchParams(router.state.location.search) };
}

/** Takes the page away, with everything it said. */
export function endPage(): void {
  cleanup();
  toast.clear();
  sessionStorage.clear();
}
