import { NAME_CHARACTERS_MAX } from '../../../../../../../domain/naming/prompt-name.ts';

const COPY = /-copy(?:-(\d{1,4}))?$/;

/** `greeting` → `greeting-copy` → `greeting-copy-2`, in the same folder. Cuts a name that would be too long. */
export function proposeCopyName(name: string): string {
  const [copy, number] = COPY.exec(name) ?? [];
  const original = copy === undefined ? name : name.slice(0, -copy.length);
  const suffix = copy === undefined ? '-copy' : `-copy-${Number(number ?? 1) + 1}`;
  return original.slice(0, NAME_CHARACTERS_MAX - suffix.length) + suffix;
}
