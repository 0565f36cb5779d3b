/**
 * Stands for `node:http2` in the bundle: @hono/node-server only asks whether a request came over HTTP/2, which this server does not
 * speak. Loading the module would take a tenth of the time of a start, and 1.7 MB.
 *
 * @module
 */
export class Http2ServerRequest {}
export const constants = {}
