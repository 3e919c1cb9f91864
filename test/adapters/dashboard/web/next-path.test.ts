import { describe, expect, it } from 'vitest';
import { nextPath } from '../../../../src/adapters/inbound/dashboard/web/pages/login/next-path.ts';

const dashboard = new URL('https://prompts.example/tools/dashboard/');
const next = (asked: string): string => nextPath(`?next=${encodeURIComponent(asked)}`, dashboard);

describe('where to go after signing in', () => {
  it('is the page that was asked for, with its query', () => {
    expect(next('/settings?tab=api-keys')).toBe('/settings?tab=api-keys');
    expect(next('/prompts?q=50%25')).toBe('/prompts?q=50%25');
  });

  it('is the overview when nothing was asked for', () => {
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
  ])('is never outside the dashboard: %s', (asked) => {
    expect(next(asked)).toBe('/');
  });

  it.each(['//elsewhere.example', '/\\elsewhere.example'])('takes %s for a path below the dashboard', (asked) => {
    expect(next(asked)).toBe('//elsewhere.example');
  });

  it.each(['/login', '/login?next=/login', '/setup', '/signup/'])(
    'is no page for those who are not signed in: %s',
    (asked) => {
      expect(next(asked)).toBe('/');
    },
  );

  it('tells a page from one whose name only begins alike', () => {
    expect(next('/setups')).toBe('/setups');
  });
});
