import type { PlainTranslations } from '../translations.ts'

export default {
  plain: {
    link: 'Reservar sem JavaScript',
    neededTitle: 'É preciso JavaScript para reservar',
    needed:
      'Antes da reserva, o navegador precisa passar por uma verificação contra reservas automáticas. Ative o JavaScript e abra a página de reservas novamente.',
    answersFirst:
      'Aqui, os horários disponíveis dependem das suas respostas a algumas perguntas. Ative o JavaScript e abra a página de reservas novamente.',
    open: 'Abrir a página de reservas',
  },
} satisfies PlainTranslations
