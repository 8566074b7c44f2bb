import type { TemplateEngine } from '../../delivery/ports/template-engine.ts'

/** Templates in Liquid. The library loads with the first template, so that servers without any never need it. */
export function createTemplateEngine(): TemplateEngine {
  const load = () => import('./liquid-engine.ts')
  return {
    fieldsRead: async (template) => (await load()).fieldsRead(template),
    fill: async (template, values) => (await load()).fillTemplate(template, values),
  }
}
