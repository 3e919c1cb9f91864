import type { Plugin } from 'vite';

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const DASHBOARD = /\s*<div id="dashboard">/;

/**
 * Moves style sheets from the head to the body, below what is shown at first: browsers paint nothing before those in the
 * head have arrived, but everything above those in the body. Scripts wait for both. Mantine's styles are in a layer, so
 * the order of style sheets does not matter.
 */
export function lateStyleSheets(): Plugin {
  return {
    name: 'late-style-sheets',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(STYLE_SHEET) ?? [];
        if (links.length === 0 || !DASHBOARD.test(html)) throw new Error('the page has no style sheet to move');
        return html.replace(STYLE_SHEET, '').replace(DASHBOARD, (root) => links.join('') + root);
      },
    },
  };
}
