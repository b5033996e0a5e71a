/** The mark: two URLs, one page. */
export const Mark = () => (
  <svg
    width="1.125rem"
    height="1.125rem"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <circle cx="4" cy="4" r="2.4" />
    <circle cx="4" cy="14" r="2.4" />
    <circle cx="14" cy="9" r="2.4" fill="currentColor" />
    <path d="M6.2 4.8 11.8 8M6.2 13.2 11.8 10" />
  </svg>
)
