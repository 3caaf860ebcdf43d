// simdjson FILE - counts the kernels of a trace with simdjson's On-Demand
// parser: a fast reader that holds the whole file.
#include <iostream>
#include <simdjson.h>

int
main(int argc, char **argv)
{
	simdjson::ondemand::parser parser;
	auto bytes = simdjson::padded_string::load(argc == 2 ? argv[1] : "");
	size_t kernels = 0;

	try {
		auto trace = parser.iterate(bytes);

		for (auto event : trace["traceEvents"]) {
			std::string_view cat;

			if (!event["cat"].get(cat) && cat == "kernel")
				kernels++;
		}
	} catch (const simdjson::simdjson_error &e) {
		std::cerr << argv[1] << ": " << e.what() << "\n";
		return 2;
	}
	std::cout << kernels << "\n";
	return 0;
}
