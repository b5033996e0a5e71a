/** Files that belong to pages. Documents such as PDF are pages of their own. */
const ASSET_EXTENSION =
  /\.(?:css|m?js|cjs|map|png|jpe?g|gif|svgz?|webp|avif|bmp|ico|cur|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|og[gav]|webm|wav|flac|aac|avi|mov|mkv|flv|swf|wasm|m3u8|vtt)$/i
const ASSET_TYPE =
  /^(?:image|font|audio|video)\/|^text\/(?:css|vtt)\b|\/(?:x-)?(?:java|ecma)script\b|^application\/(?:wasm|(?:x-)?font|vnd\.ms-fontobject|x-shockwave-flash)/i

/**
 * Whether a URL is that of a stylesheet, script, image or similar file. Pages share these, so they prove nothing about pages.
 * The media type decides if it is known.
 */
export function isAsset(url: string, mediaType: string | undefined): boolean {
  if (mediaType !== undefined && mediaType !== '') return ASSET_TYPE.test(mediaType)
  const [path = ''] = url.split(/[?#]/, 1)
  return ASSET_EXTENSION.test(path)
}
