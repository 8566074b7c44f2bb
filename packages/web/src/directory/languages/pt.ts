import shared from '../../shared/languages/pt.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { DirectoryTranslations } from '../translations.ts'

const plural = pluralsOf('pt')

export default {
  ...shared,
  directory: {
    title: 'Encontrar um profissional',
    lead: 'Escolha um profissional para ver os horários disponíveis.',
    search: 'Buscar',
    searchHint: 'Nome, especialidade ou serviço',
    noneTitle: 'Nenhum resultado',
    none: 'Verifique a grafia ou busque outra coisa.',
    specialties: 'Especialidades',
    all: 'Todas',
    found: (count) => plural(count, { one: '# profissional', other: '# profissionais' }),
    emptyTitle: 'Nenhum profissional encontrado',
    empty: 'Os profissionais aparecem aqui quando são publicados e aceitam reservas.',
    more: 'Mostrar mais',
  },
} satisfies DirectoryTranslations
