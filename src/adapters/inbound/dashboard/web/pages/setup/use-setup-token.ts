import { useEffect, useState } from 'react';

const fromAddress = (): string => window.location.hash.slice(1);

/**
 * The token of the setup link. It stands in the fragment, which no browser sends anywhere, and leaves the address
 * bar as soon as it is read: nobody shall copy it from there, or find it in a picture of the screen.
 */
export function useSetupToken(): string {
  const [token, setToken] = useState(fromAddress);
  useEffect(() => {
    const take = () => {
      const arrived = fromAddress();
      if (arrived === '') return;
      setToken(arrived);
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    };
    take();
    // A newer link pasted into the same tab differs in the fragment only, so the page is not loaded again.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
