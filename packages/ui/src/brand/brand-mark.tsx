/** The product's logo: an abacus with one bead moved. Drawn in the colour of the surrounding text. */
export const BrandMark = ({ size = 28 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
      <path d="M4 7.5h20M4 14h20M4 20.5h20" opacity=".45" />
    </g>
    <g fill="currentColor">
      <rect x="6" y="4.5" width="4" height="6" rx="1.5" />
      <rect x="11.5" y="4.5" width="4" height="6" rx="1.5" />
      <rect x="17.5" y="11" width="4" height="6" rx="1.5" />
      <rect x="6" y="17.5" width="4" height="6" rx="1.5" />
      <rect x="17.5" y="17.5" width="4" height="6" rx="1.5" fill="var(--nav-bar)" />
    </g>
  </svg>
);
