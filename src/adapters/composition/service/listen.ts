import type { HttpService } from '../../inbound/api/http-service.ts';
import type { LoadedConfiguration } from '../configuration/configuration.ts';
import { ConfigurationError, type ConfigurationMistake } from '../configuration/errors.ts';

/** A port in use is no mistake in the configuration: a service that is just about to stop may still hold its port. */
export class AddressInUse extends Error {
  override readonly name = 'AddressInUse';

  constructor(host: string, port: number) {
    super(
      `Port ${port} of ${host} is in use: stop the program that listens there, or set another http.port or --port.`,
    );
  }
}

/** Resolves to the public URL. Errors name the configuration setting that caused them. */
export async function listen(service: HttpService, { configuration, origins }: LoadedConfiguration): Promise<string> {
  const { host, port } = configuration.http;
  const mistake = (path: string, problem: string): ConfigurationMistake => ({
    path,
    origin: origins.get(path) ?? 'default',
    problem,
  });
  try {
    return await service.listen();
  } catch (error) {
    switch (error instanceof Error && 'code' in error && error.code) {
      case 'EADDRINUSE':
        throw new AddressInUse(host, port);
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        throw new ConfigurationError([mistake('http.host', 'is no address of this machine')]);
      case 'EACCES':
        throw new ConfigurationError([mistake('http.port', 'may not be listened on by this user')]);
      default:
        throw error;
    }
  }
}
