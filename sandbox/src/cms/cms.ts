/** A content system as somebody else would run it: one JSON file, and pictures beside it. */
export interface Cms {
  content(): unknown;
  picture(name: string): Buffer | undefined;
  /** Replaces everything; pictures by name, as base64. */
  publish(content: unknown, pictures?: Record<string, string>): void;
}

const nothing = { banners: [], articles: [] };

export function createCms(): Cms {
  let published: { content: unknown; pictures: Map<string, Buffer> } = { content: nothing, pictures: new Map() };
  return {
    content: () => published.content,
    picture: (name) => published.pictures.get(name),
    publish(content, pictures = {}) {
      const decoded = Object.entries(pictures).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);
      published = { content, pictures: new Map(decoded) };
    },
  };
}
