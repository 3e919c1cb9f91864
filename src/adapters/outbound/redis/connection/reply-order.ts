import { Cluster, type Redis } from 'ioredis';

/*
 * An answer of Redis does not say what it answers: the driver goes by the order of what it has sent. Where that
 * is off by one, every command gets the answer of another, perhaps with the data of another account.
 */

/**
 * Refuses commands while it is not connected, in the driver's stead. The driver told to do so refuses them for every
 * single connection that is just being made, of a pipeline perhaps only some: each takes any connection while that
 * to the owner is gone. The others are never sent, and yet it waits for their answers on a connection that is good.
 */
export class UnqueuedCluster extends Cluster {
  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    // By CLUSTER INFO the driver finds out whether it is connected.
    if (this.status === 'ready' || command.name === 'cluster') return super.sendCommand(command, stream, node);
    command.reject(new Error(`the cluster is not connected (${this.status})`));
    return command.promise;
  }
}

/** Ends a connection that owes an answer or gave one too many. The driver makes a new one. */
export function endWhenInDoubt(connection: Redis): Redis {
  const send = connection.sendCommand.bind(connection);
  connection.sendCommand = (command, pipeline) => {
    const answer = send(command, pipeline);
    const { status, stream } = connection;
    // What is settled already is here for a second time, after the connection on which it was late.
    if (status === 'ready' && !command.isSettled) {
      command.promise.catch((error: Error) => {
        if (error.message.endsWith('Command timed out')) stream.destroy();
      });
    }
    return answer;
  };
  connection.on('error', ({ message }) => {
    if (message.startsWith('Command queue state error')) connection.stream.destroy();
  });
  return connection;
}
