import type { FramedPage } from '../frame-message.ts';
import { readDingtalkMessage } from './dingtalk-message.ts';

export const dingtalkPage: FramedPage = { read: readDingtalkMessage, width: 'narrow' };
