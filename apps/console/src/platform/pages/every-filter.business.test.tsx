import { businessAreas, testEveryFilter } from "../../../test/every-filter.tsx";

testEveryFilter(businessAreas);
