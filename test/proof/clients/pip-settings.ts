/** Where pip finds packages on this machine. */
export const pipSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      (name.startsWith('PIP_') || name === 'HOME') && value !== undefined ? [[name, value]] : [],
    ),
  );
