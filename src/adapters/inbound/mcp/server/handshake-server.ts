import { isInitializeRequest, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';

type WrapHandler = Server['_wrapHandler'];

/** A server that blames the client for a malformed handshake, which the SDK reports as its own failure. */
export class HandshakeServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<WrapHandler>): ReturnType<WrapHandler> {
    const wrapped = super._wrapHandler(method, handler);
    if (method !== 'initialize') return wrapped;
    return async (request, context) => {
      if (isInitializeRequest(request)) return wrapped(request, context);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid params for initialize');
    };
  }
}
