import type { Redis } from 'ioredis';

/**
 * Sends the commands of requests that arrived together in one write: a write takes longer than all else that the driver
 * does for a command. The driver's own batching would cost more than it saves.
 */
export function joinWrites(connection: Redis): Redis {
  const send = connection.sendCommand.bind(connection);
  let held: Redis['stream'] | undefined;
  const release = () => {
    held?.uncork();
    held = undefined;
  };
  connection.sendCommand = (command, pipeline) => {
    if (!held && connection.status === 'ready') {
      held = connection.stream;
      held.cork();
      // Runs once the event loop has received all that has arrived.
      setImmediate(release);
    }
    return send(command, pipeline);
  };
  return connection;
}
