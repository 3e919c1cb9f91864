/** `/dashboard/`, possibly below a proxy's path. The server writes it into the page's <base>. */
export const dashboardUrl = new URL('.', document.baseURI);

/** The base path of the routes, without a trailing slash. */
export const dashboardPath = dashboardUrl.pathname.replace(/\/$/, '');

/** The base URL for API calls, as this browser sees the service. */
export const serviceUrl = new URL('..', dashboardUrl).href.replace(/\/$/, '');
