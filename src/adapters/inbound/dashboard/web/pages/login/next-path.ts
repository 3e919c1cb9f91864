const ENTRANCES = /^\/(login|signup|setup)(?![^/?#])/;

/**
 * Where to go after signing in: the page that was asked for, as far as it lies inside the dashboard.
 * Anything else in `?next=` leads to the overview, so that a link to this page cannot send anybody elsewhere.
 */
export function nextPath(search: string, dashboard: URL): string {
  const asked = new URLSearchParams(search).get('next');
  if (!asked?.startsWith('/')) return '/';
  // Resolved as the browser would, so that ".." and the like show where they lead.
  const target = new URL(`.${asked}`, dashboard);
  if (!target.pathname.startsWith(dashboard.pathname)) return '/';
  const path = `/${target.pathname.slice(dashboard.pathname.length)}${target.search}`;
  return ENTRANCES.test(path) ? '/' : path;
}
