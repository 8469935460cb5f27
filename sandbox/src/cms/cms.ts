/** An external content management system: one JSON document, and the pictures it names. */
export interface Cms {
  content(): unknown;
  picture(name: string): Buffer | undefined;
  /** Replaces everything. Pictures are given by name, as base64. */
  publish(content: unknown, pictures?: Record<string, string>): void;
}

const empty = { banners: [], articles: [] };

export function createCms(): Cms {
  let published: { content: unknown; pictures: Map<string, Buffer> } = { content: empty, pictures: new Map() };
  return {
    content: () => published.content,
    picture: (name) => published.pictures.get(name),
    publish(content, pictures = {}) {
      const decoded = Object.entries(pictures).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);
      published = { content, pictures: new Map(decoded) };
    },
  };
}
