import type { OpenedFile } from '../opened-file.ts';

/**
 * The path of a file that another one names relative to itself. Below the folder that is imported, or `../` outside of
 * it: a file may be imported with others around it.
 */
export function resolvePath(reference: string, from: Pick<OpenedFile, 'path'>): string {
  const segments = from.path.split('/').slice(0, -1);
  for (const segment of reference.split('/')) {
    if (segment === '..' && (segments.at(-1) ?? '..') !== '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return (reference.startsWith('/') ? '/' : '') + segments.join('/');
}
