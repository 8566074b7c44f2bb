import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Reservar sin JavaScript',
    neededTitle: 'Para reservar se necesita JavaScript',
    needed:
      'Antes de reservar, su navegador debe superar una comprobación contra reservas automáticas. Active JavaScript y vuelva a abrir la página de reservas.',
    answersFirst:
      'Aquí, las horas disponibles dependen de sus respuestas a algunas preguntas. Active JavaScript y vuelva a abrir la página de reservas.',
    open: 'Abrir la página de reservas',
  },
} satisfies PlainTranslations
