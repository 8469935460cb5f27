import { createHash, createHmac } from 'node:crypto';

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
export const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
