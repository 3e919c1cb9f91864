import { describe, expect, it } from 'vitest';
import { nextPath } from '../../../../src/adapters/inbound/dashboard/web/pages/login/next-path.ts';

const dashboard = new URL('https://prompts.example/tools/dashboard/');
const next = (requested: string): string => nextPath(`?next=${encodeURIComponent(requested)}`, dashboard);

describe('the page after signing in', () => {
  it('is the requested page with its query', () => {
    expect(next('/settings?tab=api-keys')).toBe('/settings?tab=api-keys');
    expect(next('/prompts?q=50%25')).toBe('/prompts?q=50%25');
  });

  it('is the overview when no page was requested', () => {
    expect(nextPath('', dashboard)).toBe('/');
  });

  it.each([
    'https://elsewhere.example',
    'javascript:alert(1)',
    'elsewhere',
    '~/elsewhere',
    '/../elsewhere/behind-a-long-path',
    '/../../elsewhere/behind-a-long-path',
    '/%2e%2e/elsewhere/behind-a-long-path',
    '/..\\elsewhere/behind-a-long-path',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/./\n/elsewhere.example',
    '/prompts/..//elsewhere.example',
    ' //elsewhere.example',
    ' javascript:alert(1)',
    '/\\/elsewhere.example',
  ])('is never outside the dashboard: %s', (requested) => {
    expect(next(requested)).toBe('/');
  });

  it.each(['/%2F%2Felsewhere.example', '/%5Celsewhere.example', '/javascript:alert(1)'])(
    'is a path below the dashboard for %s, which a browser takes for no host',
    (requested) => {
      const target = new URL(`.${next(requested)}`, dashboard);

      expect(target.href.startsWith(dashboard.href)).toBe(true);
    },
  );

  it.each(['/login', '/login?next=/login', '/setup', '/signup/'])(
    'is never a page for signed-out users: %s',
    (requested) => {
      expect(next(requested)).toBe('/');
    },
  );

  it('may begin like the name of such a page', () => {
    expect(next('/setups')).toBe('/setups');
  });
});
