import * as registry from 'canonist/registry'
import { listExamples, testExamples, userFolder } from '../support/examples.ts'
import { testOpenedPart } from '../support/opened-part.ts'
import { readText } from '../support/repository.ts'

const PATH = 'docs/reference/registry.md'
const PAGE = readText(PATH)

testOpenedPart(PAGE, registry, () => registry.openRegistry(':memory:'))

testExamples(userFolder(), listExamples(PATH))
