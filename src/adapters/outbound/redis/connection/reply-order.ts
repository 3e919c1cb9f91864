import { Cluster, type Redis } from 'ioredis';

/*
 * A reply of Redis does not name its command: the driver matches replies to commands by order. If that is off by one,
 * every command gets the reply of another, perhaps with the data of another account.
 */

/**
 * Rejects commands while the cluster is not connected. With the driver's own setting, each connection that is still
 * being made rejects its commands, perhaps only some of a pipeline; the driver never sends the rest, but waits for
 * their replies on a good connection, which is then off by that many.
 */
export class ClusterWithoutOfflineQueue extends Cluster {
  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    // The driver itself sends CLUSTER INFO to find out whether it is connected.
    if (this.status === 'ready' || command.name === 'cluster') return super.sendCommand(command, stream, node);
    command.reject(new Error(`the cluster is not connected (${this.status})`));
    return command.promise;
  }
}

/** Closes a connection that owes a reply or sent one too many. The driver opens a new one. */
export function disconnectOnDesync(connection: Redis): Redis {
  const send = connection.sendCommand.bind(connection);
  connection.sendCommand = (command, pipeline) => {
    const reply = send(command, pipeline);
    const { status, stream } = connection;
    // A settled command is sent a second time, after the connection on which it timed out.
    if (status === 'ready' && !command.isSettled) {
      command.promise.catch((error: Error) => {
        if (error.message.endsWith('Command timed out')) stream.destroy();
      });
    }
    return reply;
  };
  connection.on('error', ({ message }) => {
    if (message.startsWith('Command queue state error')) connection.stream.destroy();
  });
  return connection;
}
