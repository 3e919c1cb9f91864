/** Stands for what is there only while tests run, so that it can be named before: each use finds that of the running test. */
export const whileConnected = <Found extends object>(find: () => Found | undefined): Found =>
  new Proxy({} as Found, {
    get: (_target, property) => {
      const found = find();
      if (!found) throw new Error('storages are connected only while tests run');
      const value = Reflect.get(found, property);
      return typeof value === 'function' ? value.bind(found) : value;
    },
  });
