/** Where the dashboard lives: `/dashboard/`, or further down behind a proxy. The server tells it in the page's <base>. */
export const dashboardUrl = new URL('.', document.baseURI);

/** The path that routes are relative to, without the slash at its end. */
export const dashboardPath = dashboardUrl.pathname.replace(/\/$/, '');

/** The address that programs call, as this browser sees the service. */
export const serviceUrl = new URL('..', dashboardUrl).href.replace(/\/$/, '');
