import type { Picture } from './camera.ts'

const STYLE = `body { font: 1rem/1.5 system-ui; margin: 2rem } section { margin-block: 2rem }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto } figure { margin: 0 }
img { border: 1px solid #888; block-size: 28rem; display: block }`

const figure = ({ file, width, look }: Picture): string =>
  `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${width} px, ${look}</figcaption></figure>`

/** An HTML page with all pictures, those of one page side by side. */
export function indexOf(subtitle: string, pictures: readonly Picture[]): string {
  const sections = Object.entries(Object.groupBy(pictures, ({ title }) => title)).map(
    ([title, some = []]) =>
      `<section><h2>${title}</h2><div>${some.map(figure).join('')}</div></section>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pages of stays</title>
<style>${STYLE}</style>
<h1>Pages of stays</h1>
<p>${subtitle}</p>
${sections.join('\n')}
</html>
`
}
