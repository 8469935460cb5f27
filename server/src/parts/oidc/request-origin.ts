import type { IncomingMessage } from 'node:http';
import { type AuditContext, serviceContext } from '../../store/audit.ts';

interface RequestOrigin extends AuditContext {
  /** As a trusted proxy reports it. */
  country?: string | undefined;
}

const origins = new WeakMap<IncomingMessage, RequestOrigin>();

/** Says where a request comes from, for the audit trail: the library knows only Node's request. */
export const setOrigin = (request: IncomingMessage, origin: RequestOrigin) => void origins.set(request, origin);

export const originOf = (request: IncomingMessage): RequestOrigin => origins.get(request) ?? serviceContext;
