import { Center, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';

const SPINNER_DELAY_MS = 300;

export function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SPINNER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center mih={240} role="status" aria-label="Loading">
      {late && <Loader />}
    </Center>
  );
}
