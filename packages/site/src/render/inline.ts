import MarkdownIt from 'markdown-it'

// Descriptions come from the OpenAPI document, which has no HTML.
const PARSER = new MarkdownIt({ html: false })

/** A line of Markdown, such as a description, as HTML without a paragraph around it. */
export const renderInline = (markdown: string): string => PARSER.renderInline(markdown)

/** Several paragraphs of Markdown as HTML. */
export const renderBlock = (markdown: string): string => PARSER.render(markdown)
