import shared from '../../shared/languages/pt.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Marcar um horário',
    lead: 'Escolha um profissional e o horário que preferir.',
    book: 'Encontrar um profissional',
    dashboard: 'Abrir o painel',
    docs: 'Documentação da API',
  },
} satisfies HomeTranslations
