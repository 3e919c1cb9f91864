import { Fragment } from 'react';

/** A path or a prompt's name, which may go on in the next line after a slash: browsers see no place for it there. */
export function BreakableName({ name }: { readonly name: string }) {
  const [first, ...others] = name.split(/(?<=[^ ]\/)/);
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat, and never change places.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
