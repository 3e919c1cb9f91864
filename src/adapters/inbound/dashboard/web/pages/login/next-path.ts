const ENTRY_PAGES = /^\/(login|signup|setup)(?![^/?#])/;

/**
 * The page to open after signing in: the requested one if it is inside the dashboard, else the overview,
 * so that a link to this page cannot redirect to another site.
 */
export function nextPath(search: string, dashboard: URL): string {
  const requested = new URLSearchParams(search).get('next');
  if (!requested?.startsWith('/')) return '/';
  // Resolved as the browser would, so that ".." cannot leave the dashboard.
  const target = new URL(`.${requested}`, dashboard);
  if (!target.pathname.startsWith(dashboard.pathname)) return '/';
  const path = `/${target.pathname.slice(dashboard.pathname.length)}${target.search}`;
  // No page has an empty segment, and a browser takes what follows two slashes for a host.
  return path.startsWith('//') || ENTRY_PAGES.test(path) ? '/' : path;
}
