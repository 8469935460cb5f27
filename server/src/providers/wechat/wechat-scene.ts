/** Marks our scenes: an official account may have other QR codes too. */
const scenePrefix = 'login_';
export const wechatScene = (scene: string) => `${scenePrefix}${scene}`;
export const sceneOf = (text: string) => (text.startsWith(scenePrefix) ? text.slice(scenePrefix.length) : undefined);
