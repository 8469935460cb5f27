import { getBanners, languageOfBannerArea } from '@foyer/contract/flows/banner';
import { seconds } from '@foyer/contract/time';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { refuse } from '../../http/answers/envelope.ts';
import { handleCall } from '../../parts/access/handle-call.ts';
import { caching } from '../../http/answers/assets.ts';

export function bannerRoutes(server: FastifyInstance, services: Services) {
  handleCall(server, services, getBanners, async ({ areaCode }) => ({
    is: 'done',
    data: {
      bannerList: services.content
        .banners(languageOfBannerArea(areaCode))
        .map(({ picUrl, alt, link }) => ({ picUrl, alt, ...(link && { linkUrl: link }) })),
    },
  }));
}

/** An SVG that is opened as a document of its own runs nothing and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** A name is looked up in memory and never used as a file path. */
export function mediaRoutes(server: FastifyInstance, { content }: Services) {
  server.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const picture = content.picture(request.params.name);
    if (!picture) return refuse(request, reply, 'notFound');
    return reply
      .header('Cache-Control', `public, max-age=${caching.hashedAssets / seconds(1)}, immutable`)
      .header('Content-Security-Policy', policy)
      .type(picture.type)
      .send(picture.bytes);
  });
}
