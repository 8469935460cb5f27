import type { FramedPage } from '../frame-message.ts';
import css from './dingtalk-frame.module.css';
import { readDingtalkMessage } from './dingtalk-message.ts';

export const dingtalkPage: FramedPage = { read: readDingtalkMessage, className: css.frame };
