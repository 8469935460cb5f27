import type { IncomingMessage } from 'node:http';
import { type AuditContext, serviceContext } from '../../store/audit.ts';

const origins = new WeakMap<IncomingMessage, AuditContext>();

/** Says where a request comes from, for the audit trail: the library knows only Node's request. */
export const setOrigin = (request: IncomingMessage, origin: AuditContext) => void origins.set(request, origin);

export const originOf = (request: IncomingMessage): AuditContext => origins.get(request) ?? serviceContext;
