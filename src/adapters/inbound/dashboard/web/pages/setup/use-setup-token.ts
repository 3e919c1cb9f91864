import { useEffect, useState } from 'react';

const readToken = (): string => window.location.hash.slice(1);

/**
 * The token of the setup link. It is in the fragment, which browsers do not send, and is removed from the address
 * bar once read, so that it is not copied or seen on a screenshot.
 */
export function useSetupToken(): string {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const takeToken = () => {
      const found = readToken();
      if (found === '') return;
      setToken(found);
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    };
    takeToken();
    // A newer link in the same tab differs only in its fragment, so the browser does not reload the page.
    window.addEventListener('hashchange', takeToken);
    return () => window.removeEventListener('hashchange', takeToken);
  }, []);
  return token;
}
