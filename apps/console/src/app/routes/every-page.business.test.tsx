import { areasInHalves, testEveryPage } from "../../../test/every-page.tsx";

testEveryPage(areasInHalves[0] ?? []);
