import { alipayScanRoutes } from './alipay/alipay-scan.routes.ts';
import { wechatPushRoutes } from './wechat/wechat-push.routes.ts';

/** The routes that an app's own servers call: they are not limited by IP address. */
export const pushRoutes = [wechatPushRoutes];
/** The calls of one app alone, such as those of its mini-program. */
export const appCallRoutes = [alipayScanRoutes];
